/** Reroutes requests from a README example's sample address to the server at BASE_URL. */
const { BASE_URL } = process.env;
const original = globalThis.fetch;

globalThis.fetch = (input, init) => {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input);
  return original(new URL(pathname + search, BASE_URL), input instanceof Request ? input : init);
};
