import { dateText, wallClock } from '../../ui/time/zone.ts'

interface Absence {
  id: string
  title: string
  start_time: string
  end_time: string | null
  reason: string
  description: string
}

/**
 * Unavailabilities as a calendar file (RFC 5545). Whole days in the browser's time zone become days. One without a
 * known end ends where it starts.
 */
export function writeIcs(items: readonly Absence[], now: number): string {
  const stamp = utcText(new Date(now))
  const lines = items.flatMap((one) => [
    'BEGIN:VEVENT',
    `UID:${one.id}`,
    `DTSTAMP:${stamp}`,
    ...timeLines(one),
    `SUMMARY:${escaped(one.title)}`,
    ...(one.description === '' ? [] : [`DESCRIPTION:${escaped(one.description)}`]),
    `CATEGORIES:${one.reason}`,
    'END:VEVENT',
  ])
  const whole = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Cartage//Unavailability//EN', ...lines, 'END:VCALENDAR']
  return `${whole.map(folded).join('\r\n')}\r\n`
}

function timeLines({ start_time, end_time }: Absence): string[] {
  const start = new Date(start_time)
  const end = end_time === null ? null : new Date(end_time)
  const isDays = isMidnight(start) && (end === null || (isMidnight(end) && end > start))
  const line = (name: string, at: Date) => (isDays ? `${name};VALUE=DATE:${dayText(at)}` : `${name}:${utcText(at)}`)
  return [line('DTSTART', start), ...(end === null ? [] : [line('DTEND', end)])]
}

function isMidnight(at: Date): boolean {
  const { hour, minute, second } = wallClock(at.getTime())
  return hour === 0 && minute === 0 && second === 0
}

function dayText(at: Date): string {
  return dateText(at.getTime()).replaceAll('-', '')
}

function utcText(at: Date): string {
  return at.toISOString().replace(/[-:]|\.\d+/g, '')
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, (mark) => `\\${mark}`).replace(/\r?\n/g, '\\n')
}

const mostBytes = 75
const bytes = new TextEncoder()

/** Folds lines after 75 bytes with a leading space, never within a character. */
function folded(line: string): string {
  let text = ''
  let length = 0
  for (const letter of line) {
    const size = bytes.encode(letter).length
    if (length + size > mostBytes) {
      text += '\r\n '
      length = 1
    }
    text += letter
    length += size
  }
  return text
}
