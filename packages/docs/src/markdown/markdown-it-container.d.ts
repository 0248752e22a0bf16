declare module "markdown-it-container" {
  import type { PluginWithParams } from "markdown-it";

  const container: PluginWithParams;
  // biome-ignore lint/style/noDefaultExport: The package exports it so.
  export default container;
}
