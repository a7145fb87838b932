import { errorItem, Problem } from '../http/problem.ts'

const example = 'Write for example Mo-Fr 08:00-17:00; Sa 08:00-12:00; PH off.'

/**
 * Checks that a text is opening hours in OpenStreetMap's syntax. The library is a megabyte with the holidays of the
 * world, so it is loaded when the first text comes.
 * @throws Problem validation_failed (422 on `opening_hours`) with the library's reason
 */
export async function checkOpeningHours(text: string): Promise<void> {
  const { default: OpeningHours } = await import('opening_hours')
  try {
    // Without a country: whether a region keeps school holidays is not a matter of syntax.
    new OpeningHours(text, null)
  } catch (reason) {
    const message = spokenReason(String(reason))
    throw new Problem('validation_failed', { errors: [errorItem('opening_hours', message, 'opening_hours')] })
  }
}

/** The library marks where it stopped: `Mo-Fr 25:00 <--- (Time range starts outside of the current day)`. */
function spokenReason(reason: string): string {
  const marked = /^(?<read>.*?) <--- \((?<why>.*)\)\s*$/s.exec(reason)?.groups
  if (!marked) return `cannot be read as opening hours: ${withoutStop(reason)}. ${example}`
  const why = withoutStop(marked.why!.replace(/ This means that .*$/s, ''))
  return `cannot be read as opening hours after "${marked.read!.slice(-60)}": ${why}. ${example}`
}

function withoutStop(text: string): string {
  return text.trim().replace(/\.+$/, '')
}
