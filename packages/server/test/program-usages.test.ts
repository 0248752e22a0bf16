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
  "bench/partitions.ts": {
    refuses: [
      [["100000"], /Unexpected argument "100000"/],
      [["--computers"], /needs a value/],
      [["--computers", "x"], /must be a multiple of 2500, not "x"/],
      [["--computers", "-2500"], /must be a multiple of 2500/],
      [["--computers", "0"], /must be/],
      [["--computers", "3"], /must be/],
      [["--computrs", "3"], /Did you mean --computers\?/],
      [["--computers", "2500", "--computers", "5000"], /Give it once/],
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
