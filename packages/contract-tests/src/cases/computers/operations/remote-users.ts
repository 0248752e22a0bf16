import { updateComputer } from "../changing.ts";
import { findComputer } from "../find-computers.ts";
import { isSettled, type Kind } from "../kinds.ts";
import { type Cases, caseBuilder } from "../operation-cases.ts";
import { countsCodePoints, keepsTexts, treatsHalfPairs, treatsHardCharacters } from "./names.ts";

const userCase = caseBuilder("updateComputer", "updates");

const withoutRemoteUser: Kind = {
  name: "computer without a remote user",
  matches: (computer) => computer.remoteUser === undefined && isSettled(computer),
};

/** The rules for the remote user in an update. */
export const remoteUserCases: Cases = [
  userCase("keeps every remote user as it was sent", keepsTexts("remoteUser"), {
    rules: ["ComputerUpdate.remoteUser#1", "updateComputer"],
  }),
  userCase(
    "keeps or refuses a remote user that some storages cannot hold",
    treatsHardCharacters("remoteUser"),
    { rules: ["limits#1", "ComputerUpdate.remoteUser#1"] },
  ),
  userCase(
    "refuses, keeps or replaces half of a surrogate pair in a remote user",
    treatsHalfPairs("remoteUser"),
    { rules: ["ComputerUpdate#2"] },
  ),
  userCase("counts the characters of a remote user as Unicode code points", countsCodePoints("remoteUser"), {
    rules: ["ComputerUpdate.remoteUser#1", "limits", "limits#1"],
  }),
  userCase(
    "sets the remote user of a computer that has none",
    async (context) => {
      const { id } = await findComputer(context, withoutRemoteUser, "changeForGood");
      await updateComputer(context, id, { remoteUser: "contract" });
    },
    { rules: ["updateComputer"] },
  ),
];
