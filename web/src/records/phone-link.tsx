import { Phone } from '../ui/icons.tsx'
import { phoneText } from './phone-text.ts'

/** A phone number as a call link. */
export function PhoneLink({ number }: { number: string }) {
  return (
    <a
      href={`tel:${number}`}
      className="tnum inline-flex min-h-6 items-center gap-1 whitespace-nowrap text-ink-2 underline-offset-2 hover:text-ink hover:underline"
    >
      <Phone size={11} className="shrink-0" aria-hidden="true" />
      {phoneText(number)}
    </a>
  )
}
