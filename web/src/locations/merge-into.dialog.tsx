import type { LocationRecord } from '@cartage/contract/locations/endpoints'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Combobox } from '../ui/form/combobox.tsx'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { locationName } from './list.columns.tsx'
import { findLocations } from './queries.ts'

/** Selects the location that replaces others. */
export function IntoDialog({
  title,
  except,
  fault,
  isBusy,
  onClose,
  onChosen,
}: {
  title: string
  /** Ids of the merged locations. */
  except: ReadonlySet<string>
  /** Why the merge was refused. */
  fault?: string | undefined
  isBusy?: boolean
  onClose: () => void
  onChosen: (into: LocationRecord) => void
}) {
  const { t } = useLingui()
  const [into, setInto] = useState<LocationRecord | null>(null)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const missing = isSubmitted && into === null ? t`Choose the location to keep.` : undefined

  function submit() {
    setIsSubmitted(true)
    if (into !== null) onChosen(into)
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      text={t`The location you keep replaces this one in orders, trips and future uploads.`}
    >
      <Form
        label={title}
        onSubmit={submit}
        footer={<DialogFooter verb={<Trans>Merge</Trans>} onClose={onClose} isBusy={isBusy} />}
      >
        <Field label={t`Location to keep`} fault={missing ?? fault}>
          {(input) => (
            <Combobox
              {...input}
              value={into}
              onChange={setInto}
              queryKey={['locations', 'find']}
              search={async (text) => (await findLocations(text)).filter((one) => !except.has(one.id))}
              textOf={locationName}
              keyOf={(one) => one.id}
              sideOf={(one) => one.city}
              placeholder={t`Name or town…`}
            />
          )}
        </Field>
      </Form>
    </Dialog>
  )
}
