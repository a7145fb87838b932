import type { z } from 'zod'

/**
 * A request body that the interface document shows as one of several shapes, but that is read as one shape with the
 * members of all: so a fault is reported at its own place instead of "fits none of eight". The shapes shown must be loose,
 * and whatever fits none of them goes on to `read` unchanged.
 */
export function shownAs<Shown extends z.ZodType, Read extends z.ZodType>(shown: Shown, read: Read) {
  return asReceived(shown).pipe(read as never) as unknown as z.ZodPipe<Shown, Read>
}

/** The same for an answer: written by `write`, which drops what it does not declare, and shown as one of several. */
export function writtenAs<Write extends z.ZodType, Shown extends z.ZodType>(write: Write, shown: Shown) {
  return write.pipe(asReceived(shown) as never) as unknown as z.ZodPipe<Write, Shown>
}

/** When documents are requested, zod calls this without a context. */
function asReceived(shown: z.ZodType): z.ZodType {
  return shown.catch((ctx?: { input: unknown }) => ctx?.input)
}
