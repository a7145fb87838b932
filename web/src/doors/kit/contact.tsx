import { useLingui } from '@lingui/react/macro'

/** Phone and e-mail of the office; nothing if neither is set. */
export function OfficeContact({ phone, email }: { phone: string | null; email: string | null }) {
  const { t } = useLingui()
  if (phone === null && email === null) return null
  return (
    <section
      className="door-card flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4"
      aria-label={t`Contact`}
    >
      <h2 className="text-[17px] font-semibold">{t`Contact`}</h2>
      <p className="flex flex-wrap gap-3">
        {phone !== null && (
          <a className="door-button door-button-outline tnum" href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
            {phone}
          </a>
        )}
        {email !== null && (
          <a className="door-button door-button-outline" href={`mailto:${email}`}>
            {email}
          </a>
        )}
      </p>
    </section>
  )
}
