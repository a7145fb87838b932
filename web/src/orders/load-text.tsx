import { Plural, useLingui } from '@lingui/react/macro'
import type { Load } from './load.ts'

/** Amount of a load: `27 pieces · 22,396 kg`. Unknown values are left out. */
export function LoadText({ load }: { load: Load }) {
  const { i18n } = useLingui()
  const { pieces, weightKg } = load
  if (pieces === 0 && weightKg === 0) return <span className="text-ink-3">—</span>
  return (
    <span className="tnum">
      {pieces > 0 && <Plural value={pieces} one="# piece" other="# pieces" />}
      {pieces > 0 && weightKg > 0 && ' · '}
      {weightKg > 0 && `${i18n.number(weightKg)} kg`}
    </span>
  )
}
