import { failureOf } from './failure.ts'

/** Does a change for a line that is edited in place: what the server says of it is what the line shows. */
export async function withFaultText(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    const { items, message } = failureOf(error)
    throw new Error(items[0]?.message ?? message)
  }
}
