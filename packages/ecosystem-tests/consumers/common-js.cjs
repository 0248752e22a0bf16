const client = require("@compute-host/client");

import("./exercise.mjs")
  .then(({ exercise }) => exercise(client, process.env.BASE_URL))
  .then((report) => console.log(JSON.stringify(report)));
