const formats = new Map<string, Intl.DateTimeFormat>()

/** A format of days and times for a language. Each is made once: that takes a hundred times as long as to use it. */
export function dateFormat(locale: Intl.LocalesArgument, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options])
  let format = formats.get(key)
  if (format === undefined) {
    format = new Intl.DateTimeFormat(locale, options)
    formats.set(key, format)
  }
  return format
}

/** How a month is written next to its day: as a short word, in German as a number, `30.11.` */
export function monthByDay(locale: Intl.LocalesArgument): 'short' | 'numeric' {
  return String(locale).startsWith('de') ? 'numeric' : 'short'
}
