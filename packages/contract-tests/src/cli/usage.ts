/** What `--help` prints. */
export const usage = `Tells what a service gets wrong of the Compute Host Management Interface.

Usage
  CONTRACT_TOKEN=... npx @compute-host/contract-tests --base-url URL [options]

Without further options nothing is changed: the suite reads, and sends what the service has to refuse to no record of yours.

What it may do
  --computers ID,ID        computers that it may change; each gets its name and remote user back
  --disposable             they, or all where none is named, may be changed for good:
                           hosts are linked, install sessions started
What it runs
  --only PATTERN           only cases whose title, theme or operation matches (a regular expression)
  --list                   print the cases and end
  --seed N                 repeat the random choices of an earlier run
What it demands
  --require all|NAME,...   fail with 2 where a case is left out: all of them, or those of an operation, a theme or a title
  --baseline FILE          failures in FILE are known and do not fail the run
  --write-baseline         write what fails now to FILE
  --max-response-ms N      the longest that a response may take (10000)
  --settle-ms N            the longest that an install session may take (60000)
What it leaves
  --report KIND=FILE       KIND is junit, json or html; may be given several times
  --journal FILE           what is to be put back (contract-tests.journal.json)
  --restore                put back what an interrupted run has left, and end
Tokens, in the environment or in the file of --credentials FILE, never as arguments
  CONTRACT_TOKEN           an API key or JWT of an owner, best one with several computers
  CONTRACT_OTHER_TOKEN     one of another owner
  CONTRACT_REVOKED_TOKEN, CONTRACT_EXPIRED_TOKEN

Exit code: 0 passed, 1 failed, 2 a required case was left out or the suite could not run.
`;
