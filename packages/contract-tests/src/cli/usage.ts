import { percent, usualShare } from "../report/totals.ts";
import { defaultLimits } from "../targets/target.ts";

const share = percent(usualShare).replace(" ", "");

/** The text that `--help` prints. */
export const usage = `Tests whether a service implements the Compute Host Management Interface correctly.

Usage
  CONTRACT_TOKEN=... contract-tests --base-url URL [options]

Without further options the suite changes nothing: it only reads, and sends requests that the service has to refuse.
None of these addresses one of your records.

Service
  --base-url URL           origin of the service, instead of CONTRACT_BASE_URL
Permissions
  --computers ID,ID        computers that it may change; it restores each name and remote user
  --disposable             these computers, or all if none is named, may be changed permanently:
                           it links hosts and starts install sessions
Cases
  --only PATTERN           only cases whose title, theme or operation matches (a regular expression)
  --list                   print the cases and exit
  --seed N                 repeat the random choices of an earlier run
Requirements
  --require all            exit with 2 if a case is left out; with --only, one of those
  --require N%             exit with 2 if fewer of the allowed cases can run (${share}, without --only)
  --decisions WORD         require: follow this project's decisions as well (default); report: only list differences
  --max-response-ms N      the maximum time of a response (${defaultLimits.maxResponseMs})
  --settle-ms N            the maximum time of an install session (${defaultLimits.settleWithinMs})
Output
  --report KIND=FILE       KIND is junit or json; can be repeated
  --journal FILE           what has to be restored (contract-tests.HOST.journal.json)
  --restore                restore what an interrupted run has left, and exit
  -h, --help               print this text, and exit
  --version                print the version, and exit
Tokens, in the environment, never as arguments
  CONTRACT_TOKEN           an API key or JWT of an owner, ideally with several computers
  CONTRACT_OTHER_TOKEN     a token of another owner
  CONTRACT_REVOKED_TOKEN, CONTRACT_EXPIRED_TOKEN

Examples
  CONTRACT_TOKEN=... contract-tests --base-url https://compute.example.com
  contract-tests --disposable --require all --report junit=contract.xml
  contract-tests --list --only listComputers

Exit code: 0 passed, 1 failed, 2 a required case was left out or the suite could not run.
`;
