import { z } from 'zod'

/**
 * Request body published as one of several shapes, but parsed as one shape with all their members. This way an error is
 * reported at its own path instead of "fits none of eight". The published shapes must be loose; a body that matches
 * none of them is passed to `read` unchanged.
 */
export function shownAs<Shown extends z.ZodType, Read extends z.ZodType>(
  shown: Shown,
  read: Read,
): z.ZodPipe<Shown, Read>
export function shownAs(shown: z.ZodType, read: z.ZodType): z.ZodPipe {
  return z.pipe(asReceived(shown), read)
}

/**
 * Same for a response: serialised by `write`, which drops undeclared members, and published as one of several shapes.
 */
export function writtenAs<Write extends z.ZodType, Shown extends z.ZodType>(
  write: Write,
  shown: Shown,
): z.ZodPipe<Write, Shown>
export function writtenAs(write: z.ZodType, shown: z.ZodType): z.ZodPipe {
  return z.pipe(write, asReceived(shown))
}

/** Without a context when zod generates documents. */
function asReceived(shown: z.ZodType): z.ZodType {
  return shown.catch((ctx?: { input: unknown }) => ctx?.input)
}
