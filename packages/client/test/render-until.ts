import { createElement, type ReactElement, type ReactNode } from "react";
import { act, create, type ReactTestRenderer } from "react-test-renderer";
import { expect, vi } from "vitest";

/** Prepares React for tests. */
export function stubReact(): void {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  // React warns that its test renderer is deprecated.
  vi.spyOn(console, "error").mockImplementation(() => {});
}

/**
 * Renders a component until it shows a text; then does the first of the actions until it shows the next one, and so on.
 *
 * @param wrap adds what the component needs around it
 */
export async function renderUntil(
  component: () => ReactNode,
  expected: readonly string[],
  wrap: (inner: ReactElement) => ReactElement = (inner) => inner,
  actions: readonly (() => void)[] = [],
): Promise<void> {
  let rendered: ReactTestRenderer | undefined;
  await act(async () => {
    rendered = create(wrap(createElement(component)));
  });
  for (const [index, text] of expected.entries()) {
    await vi.waitFor(async () => {
      await act(async () => {});
      expect(rendered?.toJSON()).toBe(text);
    }, 60_000);
    await act(async () => actions[index]?.());
  }
  await act(async () => rendered?.unmount());
}
