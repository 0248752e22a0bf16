import { http } from "msw";
import { setupServer } from "msw/node";
import { entryPoints } from "./entry-points.mjs";
import { exercise } from "./exercise.mjs";

const { createFakeService, createMswHandlers } = entryPoints.testing;
const baseUrl = "https://compute.example.com";
setupServer(...createMswHandlers(http, baseUrl, createFakeService())).listen();
console.log(await exercise(entryPoints, { baseUrl, token: "key" }));
