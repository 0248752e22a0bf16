import { UsageError } from "@compute-host/command-line";
import type { Api } from "@compute-host/openapi/model";
import { type ContractApi, createContractApi } from "./contract-api.ts";

/**
 * Reads the description of another service, which makes no decision of this project.
 *
 * @param examples the examples of parameters that replace its own, by name
 * @throws UsageError if it cannot be read, in one line
 */
export async function readDescribedApi(
  file: string,
  examples: Readonly<Record<string, string>> = {},
): Promise<ContractApi> {
  const api = createContractApi(withExamples(await readOrRefuse(file), examples));
  const known = api.operations.flatMap(({ parameters }) => parameters.map(({ name }) => name));
  const unknown = Object.keys(examples).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new UsageError(`--example ${unknown}: no operation has such a parameter.`);
  if (api.operations.length === 0) throw new UsageError(`--description: ${file} describes no operation.`);
  return api;
}

async function readOrRefuse(file: string): Promise<Api> {
  // The reader takes longer to load than the suite.
  const { readApi } = await import("@compute-host/openapi");
  try {
    const api = await readApi(file);
    const { validator } = createContractApi(api);
    // An invalid schema would fail every case that meets it.
    const bodies = api.operations.flatMap(({ body, responses }) => [...(body ? [body] : []), ...responses]);
    for (const { schemaPointer } of bodies.flatMap(({ content }) => content))
      if (schemaPointer !== undefined) validator(schemaPointer);
    return api;
  } catch (error) {
    const { message, pointer } = error as Error & { readonly pointer?: string };
    const at = pointer === undefined ? "" : ` (${file}#${pointer})`;
    throw new UsageError(`--description: ${message.replaceAll(/\s+/g, " ")}${at}`);
  }
}

function withExamples(api: Api, examples: Readonly<Record<string, string>>): Api {
  const operations = api.operations.map((operation) => ({
    ...operation,
    parameters: operation.parameters.map((parameter) => {
      const { name, pointer } = parameter;
      const value = Object.hasOwn(examples, name) ? examples[name] : undefined;
      if (value === undefined) return parameter;
      const example = { name: "example", summary: "", value, componentName: undefined, pointer };
      return { ...parameter, examples: [example] };
    }),
  }));
  return { ...api, operations };
}
