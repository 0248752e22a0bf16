// Preloaded into a node by `--import`: on SIGUSR2 its wall clock jumps by the milliseconds in the file CLOCK_JUMP_FILE.
import { readFileSync } from "node:fs";

const SystemDate = Date;
let jumpMs = 0;

globalThis.Date = class extends SystemDate {
  constructor(...args) {
    if (args.length === 0) super(SystemDate.now() + jumpMs);
    else super(...args);
  }

  static now() {
    return SystemDate.now() + jumpMs;
  }
};

process.on("SIGUSR2", () => {
  jumpMs = Number(readFileSync(process.env.CLOCK_JUMP_FILE, "utf8"));
});
