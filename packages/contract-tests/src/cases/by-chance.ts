/**
 * How many rounds in a row have to show a difference before it counts. A round compares two responses, and repeats
 * the first to see that it is steady. What a service chooses at random for every response, such as the node that it
 * names, passes a round (other, then the same again) with a probability of at most 1/4, and all 16 rounds once in 4
 * billion times.
 */
export const repetitions = 16;

/**
 * Whether two responses differ in every round, and so not by chance.
 *
 * @param differs one round: whether the other response differed, and the repeated first one did not
 */
export async function differsAlways(differs: () => Promise<boolean>): Promise<boolean> {
  for (let round = 0; round < repetitions; round += 1) if (!(await differs())) return false;
  return true;
}
