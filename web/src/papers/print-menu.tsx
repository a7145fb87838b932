import { type PaperKind, paperKinds } from '@cartage/contract/papers/app'
import { languages } from '@cartage/contract/reading/languages'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Printer } from '../ui/icons.tsx'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'
import { Menu, MenuItem } from '../ui/overlay/menu.tsx'
import { paperLabels } from './labels.ts'
import { type PaperSource, tripSheetAddress } from './queries.ts'

// Loaded on first use.
const PrintDialog = lazy(async () => ({ default: (await import('./print.dialog.tsx')).PrintDialog }))

/** Menu of the papers that can be printed for an order or a trip. */
export function PrintMenu({ source }: { source: PaperSource }) {
  const { t, i18n } = useLingui()
  const language = languages.find((one) => one === i18n.locale) ?? 'en'
  const [paper, setPaper] = useState<PaperKind>()
  return (
    <>
      <Menu
        trigger={
          <Button icon={Printer}>
            <Trans>Print</Trans>
          </Button>
        }
      >
        {source.type === 'trip' && (
          <MenuItem onSelect={() => window.open(tripSheetAddress(source.id, language), '_blank', 'noopener')}>
            <Trans>Trip sheet</Trans>
          </MenuItem>
        )}
        {paperKinds.map((kind) => (
          <MenuItem key={kind} onSelect={() => setPaper(kind)}>
            {t(paperLabels[kind])}…
          </MenuItem>
        ))}
      </Menu>
      {paper !== undefined && (
        <LateDialog>
          <PrintDialog source={source} paper={paper} onClose={() => setPaper(undefined)} />
        </LateDialog>
      )}
    </>
  )
}
