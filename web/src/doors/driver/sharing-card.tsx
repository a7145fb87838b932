import type { DriverDay } from '@cartage/contract/doors/app/driver'
import { fill } from '@cartage/contract/message'
import { useDriver } from './context.ts'
import type { ShownSharing } from './own-position.ts'

/** Switch for position sharing, explaining what is sent, to whom and for how long (LINK-10). */
export function SharingCard({ sharing, day }: { sharing: ShownSharing; day: DriverDay }) {
  const { texts, model } = useDriver()
  const { is_on, is_watching, is_denied, kept_days } = sharing
  const state = is_denied ? texts.positionDenied : is_watching ? texts.positionOn : texts.positionWaits
  return (
    <section className="card sharing">
      <h2 id="sharing">{texts.position}</h2>
      <p id="sharing-text">{fill(texts.positionText, { name: day.company_name, count: kept_days })}</p>
      <button
        type="button"
        className="switch"
        role="switch"
        aria-checked={is_on}
        aria-labelledby="sharing"
        aria-describedby="sharing-text"
        onClick={() => void model.share(!is_on)}
      >
        <span className="switch-knob" />
      </button>
      {is_on && <output>{state}</output>}
    </section>
  )
}
