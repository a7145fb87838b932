import type { I18n } from '@lingui/core'

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * A format of days and times for a language; German has the month as a number, `30.11.`. Each is made once: that takes a
 * hundred times as long as to use it.
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

/** A day in the language of the page. */
export function dateIn({ locale, locales }: I18n, date: Date, options: Intl.DateTimeFormatOptions): string {
  return dateFormat(locales ?? locale, options).format(date)
}
