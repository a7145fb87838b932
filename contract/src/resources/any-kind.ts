import { z } from 'zod'

/**
 * A request body that the interface document shows as one of several shapes, but that is read as one shape with the
 * members of all: so a fault is reported at its own place instead of "fits none of eight". The shapes shown must be
 * loose, and whatever fits none of them goes on to `read` unchanged.
 */
export function shownAs<Shown extends z.ZodType, Read extends z.ZodType>(
  shown: Shown,
  read: Read,
): z.ZodPipe<Shown, Read>
export function shownAs(shown: z.ZodType, read: z.ZodType): z.ZodPipe {
  return z.pipe(asReceived(shown), read)
}

/** The same for an answer: written by `write`, which drops what it does not declare, and shown as one of several. */
export function writtenAs<Write extends z.ZodType, Shown extends z.ZodType>(
  write: Write,
  shown: Shown,
): z.ZodPipe<Write, Shown>
export function writtenAs(write: z.ZodType, shown: z.ZodType): z.ZodPipe {
  return z.pipe(write, asReceived(shown))
}

/** When documents are requested, zod calls this without a context. */
function asReceived(shown: z.ZodType): z.ZodType {
  return shown.catch((ctx?: { input: unknown }) => ctx?.input)
}
