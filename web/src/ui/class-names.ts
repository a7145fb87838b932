import { type ClassValue, clsx } from 'clsx'

/**
 * Joins class names. No two may say the same thing of an element: which of them wins is decided in the style sheet.
 * A component of `controls.css` may be given more by the classes of Tailwind, which always win over it.
 */
export function classNames(...values: ClassValue[]): string {
  return clsx(values)
}
