/** Where a service or a mock listens, and the token that it takes. */
export interface Address {
  readonly baseUrl: string;
  readonly token: string;
}
