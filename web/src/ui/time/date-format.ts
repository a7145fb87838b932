import type { I18n } from '@lingui/core'

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * A date and time format for a language. In German the month is a number, `30.11.`. Cached, because creating one takes
 * a hundred times as long as using it.
 */
export function dateFormat(locale: Intl.LocalesArgument, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options])
  let format = formats.get(key)
  if (format === undefined) {
    const isByNumber = options.month === 'short' && String(locale).startsWith('de')
    format = new Intl.DateTimeFormat(locale, isByNumber ? { ...options, month: 'numeric' } : options)
    formats.set(key, format)
  }
  return format
}

/** Formats a day in the language of the page. */
export function dateIn({ locale, locales }: I18n, date: Date, options: Intl.DateTimeFormatOptions): string {
  return dateFormat(locales ?? locale, options).format(date)
}
