import { draw } from "./drawing.ts";

/** What comes from the description, and what talks to what. */
export const parts = draw({
  title: "How the parts fit together",
  height: 255,
  boxes: [
    { word: "spec-gate", x: 2, y: 5, width: 92 },
    { word: "openapi.yaml", x: 122, y: 5, width: 116 },
    { word: "docs", x: 274, y: 5, width: 80 },
    { word: "client", x: 12, y: 110, width: 76 },
    { word: "service", x: 138, y: 110, width: 84 },
    { word: "contract suite", x: 232, y: 110, width: 126 },
    { word: "your program", x: 2, y: 210, width: 112 },
    { word: "SQLite", x: 138, y: 210, width: 84 },
    { word: "PostgreSQL", x: 252, y: 210, width: 102 },
  ],
  arrows: [
    { path: "M94 25H116", label: ["guards"], x: 105, y: 62, anchor: "middle" },
    { path: "M238 25H268" },
    { path: "M180 45V104", label: ["generates"], x: 188, y: 68 },
    { path: "M180 78H50V104" },
    { path: "M180 78H295V104" },
    { path: "M88 130H132", label: ["HTTP"], x: 110, y: 122, anchor: "middle" },
    { path: "M295 150V176H210V156", label: ["tests"], x: 300, y: 182 },
    { path: "M50 210V156" },
    { path: "M160 150V204", label: ["stores"], x: 150, y: 186, anchor: "end" },
    { path: "M160 190H303V204" },
  ],
  says: [
    "Everything comes from one description, openapi.yaml: the client's types and methods, the service's checks, the contract suite and the docs.",
    "spec-gate guards the description: it names each change that breaks callers.",
    "Your program calls the client, and the client calls the service over HTTP.",
    "The service stores computers in SQLite or PostgreSQL.",
    "The contract suite tests the service, or yours.",
  ],
});
