/** The address of a service or a mock, and a token that it accepts. */
export interface Address {
  readonly baseUrl: string;
  readonly token: string;
}
