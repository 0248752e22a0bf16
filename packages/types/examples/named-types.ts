import type { Computer, ComputerUpdate, Problem } from "@compute-host/types";

export const update: ComputerUpdate = { name: "build-box" };
export const isReady = (computer: Computer): boolean => computer.status === "active";
export const sentence = (problem: Problem): string => `${problem.title}: ${problem.detail}`;
