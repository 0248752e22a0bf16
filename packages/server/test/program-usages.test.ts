import { testUsages } from "@compute-host/command-line/testing";

testUsages(new URL("../", import.meta.url), {
  "bench/main.ts": {
    refuses: [
      [["--quik"], /Did you mean --quick\?/],
      [["--quick=1"], /--quick takes no value/],
      [["--engine"], /--engine needs a value/],
      [["--engine", "mysql"], /--engine must be sqlite or postgres or both, not "mysql"/],
      [["--engine", "sqlit"], /Did you mean sqlite\?/],
      [["--engine", "sqlite", "--engine", "postgres"], /Give it once/],
      [["--engine="], /--engine needs a value/],
    ],
  },
  "cluster/main.ts": {
    refuses: [
      [["--prot", "1"], /Did you mean --port\?/],
      [["--port"], /needs a value/],
      [["--port", "x"], /--port must be a whole number from 0 to 65535/],
      [["--port", "99999"], /--port must be/],
      [["--data"], /needs a value/],
      [["--data="], /needs a value/],
      [["--data", "a", "--data", "b"], /Give it once/],
    ],
  },
});
