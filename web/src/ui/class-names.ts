import { type ClassValue, clsx } from 'clsx'

/**
 * Joins class names. No two may set the same property of an element: the style sheet decides which one wins.
 * A component of `controls.css` may get further Tailwind classes, which always win over it.
 */
export function classNames(...values: ClassValue[]): string {
  return clsx(values)
}
