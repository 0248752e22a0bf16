const entryPoints = {
  client: require("@compute-host/client"),
  openApiFetch: require("@compute-host/client/openapi-fetch"),
  queries: require("@compute-host/client/queries"),
  schemas: require("@compute-host/client/schemas"),
  testing: require("@compute-host/client/testing"),
};

import("./exercise.mjs")
  .then(({ exercise }) => exercise(entryPoints))
  .then((report) => console.log(JSON.stringify(report)));
