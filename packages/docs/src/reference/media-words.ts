import { mediaKindOf } from "@compute-host/openapi";

const describeBytes: Readonly<Record<string, string>> = {
  "application/pdf": "a PDF document",
  "application/zip": "a ZIP archive",
  "application/gzip": "a compressed file",
  image: "an image",
  audio: "an audio file",
  video: "a video",
  font: "a font",
};

/** Says what a body of a media type is, if its schema does not: the bytes of a file, text, the fields of a form. */
export function mediaWords(mediaType: string): string | undefined {
  const [type = ""] = mediaType.toLowerCase().split(";", 1);
  const kind = mediaKindOf(type);
  if (kind === "json") return undefined;
  if (kind === "form") return "the fields of a form";
  if (kind === "multipart") return "the fields and files of a form";
  if (kind === "text") return type === "text/event-stream" ? "a stream of events" : "text";
  const [family = ""] = type.split("/");
  return `the bytes of ${describeBytes[type] ?? describeBytes[family] ?? "a file"}`;
}
