import { useLingui } from '@lingui/react/macro'
import { ViewsNav } from '../../lists/views-nav.tsx'
import type { DecimalMarkName } from './decimal-mark.ts'

/** Decimal mark of a whole file. */
export function DecimalMarkSelect({
  value,
  onChange,
}: {
  value: DecimalMarkName
  onChange: (mark: DecimalMarkName) => void
}) {
  const { t } = useLingui()
  return (
    <div className="flex items-center gap-2">
      <span className="text-[12px] font-medium text-ink-2">{t`Decimals`}</span>
      <ViewsNav
        views={[
          { value: 'POINT', title: t`Point: 12.50` },
          { value: 'COMMA', title: t`Comma: 12,50` },
        ]}
        value={value}
        onChange={onChange}
      />
    </div>
  )
}
