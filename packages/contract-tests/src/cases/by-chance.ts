/**
 * How often a difference has to show before it counts. What a service chooses at random for every response, such as the node
 * that it names, differs once and then is the same again with a probability of at most 1/4: 16 times in a row once in billions.
 */
export const repetitions = 16;

/** Whether two responses differ every time they are compared, and not by chance. */
export async function differsAlways(differs: () => Promise<boolean>): Promise<boolean> {
  for (let round = 0; round < repetitions; round += 1) if (!(await differs())) return false;
  return true;
}
