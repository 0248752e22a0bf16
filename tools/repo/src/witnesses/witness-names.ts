/** Those who did not update, or whose service did not, as the report and the page on what a change breaks call them. */
export const witnesses = {
  compiler: "the compiler",
  earlierClient: "yesterday's client",
  newClient: "the new client",
  suite: "yesterday's contract suite",
} as const;
