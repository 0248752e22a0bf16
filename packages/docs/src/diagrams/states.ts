import { type Diagram, draw } from "./drawing.ts";

const computer: Diagram = {
  title: "Status of a computer",
  boxes: [
    { word: "provisioning", x: 110, y: 10, width: 140 },
    { word: "active", x: 5, y: 165, width: 120 },
    { word: "error", x: 235, y: 165, width: 120 },
  ],
  arrows: [
    { path: "M110 30H60V159", label: ["every step", "completed"], x: 68, y: 88, anchor: "start" },
    { path: "M250 30H300V159", label: ["a step", "failed"], x: 292, y: 88, anchor: "end" },
    { path: "M125 185H180V56", label: ["retry accepted"], x: 180, y: 142, anchor: "middle" },
    { path: "M235 185H180" },
  ],
  says: [
    "`provisioning` becomes `active` when every step has completed.",
    "`provisioning` becomes `error` when a step has failed.",
    "`active` and `error` become `provisioning` when a retry is accepted.",
  ],
};

const step: Diagram = {
  title: "Status of a step",
  boxes: [
    { word: "pending", x: 5, y: 88, width: 86 },
    { word: "running", x: 135, y: 88, width: 90 },
    { word: "completed", x: 255, y: 20, width: 100 },
    { word: "failed", x: 255, y: 156, width: 100 },
  ],
  arrows: [
    { path: "M91 108H129" },
    { path: "M225 98L266 65" },
    { path: "M225 118L266 151" },
    { path: "M255 40H180V82", label: ["retry of", "install-deps"], x: 170, y: 36, anchor: "end" },
    { path: "M255 176H180V134", label: ["retry of", "install-deps"], x: 170, y: 172, anchor: "end" },
  ],
  says: [
    "`pending` becomes `running`.",
    "`running` becomes `completed` or `failed`.",
    "`completed` and `failed` become `running` when `install-deps` is retried.",
  ],
};

/** The states of a computer and of a step, and the transitions between them. */
export const states = [computer, step].map(draw);

/** The words of a diagram, to compare with the spec. */
export const drawnStates = {
  computer: computer.boxes.map(({ word }) => word),
  step: step.boxes.map(({ word }) => word),
};
