import * as client from "@compute-host/client";
import { exercise } from "./exercise.mjs";

console.log(JSON.stringify(await exercise(client, process.env.BASE_URL)));
