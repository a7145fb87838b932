import { failureOf } from './failure.ts'

/** Saves an inline edit: the line shows the server's error message. */
export async function withFaultText(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    const { items, message } = failureOf(error)
    throw new Error(items[0]?.message ?? message)
  }
}
