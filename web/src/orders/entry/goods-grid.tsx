import type { OrderReference } from '@cartage/contract/orders/app/entry'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { type FieldError, useFieldArray, useFormContext, useFormState } from 'react-hook-form'
import { Button, IconButton } from '../../ui/button.tsx'
import { NumberChoices } from '../../ui/form/number-reading.tsx'
import { Plus, X } from '../../ui/icons.tsx'
import { fieldId, TextField } from './form-fields.tsx'
import { type EntryForm, emptyGood } from './form-model.ts'
import { NamedField } from './pickers.tsx'

const columns =
  '[grid-template-columns:minmax(0,2.4fr)_minmax(0,0.7fr)_minmax(0,1.3fr)_minmax(0,0.9fr)_minmax(0,0.7fr)_minmax(0,0.7fr)_minmax(0,0.7fr)_28px]'

interface GridProps {
  /** The place of the consignment. */
  at: number
  packaging: OrderReference['packaging_types']
  isLocked: boolean
}

/** What is carried, a line each. Enter in a line goes to the next one and creates it at the end. */
export function GoodsGrid({ at, packaging, isLocked }: GridProps) {
  const { t } = useLingui()
  const { control } = useFormContext<EntryForm>()
  const path = `consignments.${at}.goods` as const
  const { fields, append, remove } = useFieldArray({ control, name: path as 'consignments.0.goods' })
  const grid = useRef<HTMLDivElement>(null)
  const next = (index: number) => {
    // Drawn at once, so that the next key goes into the new line however fast it comes.
    if (index + 1 >= fields.length) flushSync(() => append(emptyGood(), { shouldFocus: false }))
    document.getElementById(fieldId(`${path}.${index + 1}.description`))?.focus()
  }
  const titles = [t`Goods`, t`Quantity`, t`Packaging`, t`Weight (kg)`, t`LDM`, 'UN', '°C']
  return (
    <div ref={grid}>
      <div className={`grid ${columns} gap-x-1.5 pb-0.5 text-[12px] font-medium text-ink-2`} aria-hidden="true">
        {titles.map((title) => (
          <span key={title} className="truncate">
            {title}
          </span>
        ))}
      </div>
      <div className="grid gap-1.5">
        {fields.map((field, index) => (
          <GoodsLine
            key={field.id}
            at={at}
            index={index}
            packaging={packaging}
            isLocked={isLocked}
            onEnter={() => next(index)}
            onRemove={fields.length > 1 ? () => remove(index) : undefined}
          />
        ))}
      </div>
      {!isLocked && (
        <Button icon={Plus} variant="ghost" className="mt-1 -ml-2" onClick={() => next(fields.length - 1)}>
          <Trans>Add goods line</Trans>
        </Button>
      )}
    </div>
  )
}

function GoodsLine({
  at,
  index,
  packaging,
  isLocked,
  onEnter,
  onRemove,
}: GridProps & {
  index: number
  onEnter: () => void
  /** Absent for the only line. */
  onRemove: (() => void) | undefined
}) {
  const { t } = useLingui()
  const path = `consignments.${at}.goods.${index}`
  const each = { isLocked, onEnter }
  return (
    <div>
      <div className={`grid ${columns} items-center gap-x-1.5`}>
        <Cell path={`${path}.description`} label={t`Goods`} {...each} />
        <Cell path={`${path}.quantity`} label={t`Quantity`} isNumber {...each} />
        <NamedField
          path={`${path}.packaging`}
          label={t`Packaging`}
          choices={packaging}
          isLocked={isLocked}
          hasHiddenLabel
        />
        <Cell path={`${path}.weight`} label={t`Weight (kg)`} isNumber {...each} />
        <Cell path={`${path}.metres`} label={t`LDM`} isNumber {...each} />
        <Cell path={`${path}.un`} label={t`UN number`} {...each} />
        <Cell path={`${path}.temperature`} label={t`Temperature`} isNumber {...each} />
        {!isLocked && onRemove && <IconButton icon={X} label={t`Remove line`} tabIndex={-1} onClick={onRemove} />}
      </div>
      <LineFaults at={at} index={index} />
    </div>
  )
}

function Cell({
  isNumber = false,
  ...props
}: {
  path: string
  label: string
  isLocked: boolean
  isNumber?: boolean
  onEnter: () => void
}) {
  return (
    <TextField
      {...props}
      hasHiddenLabel
      inputMode={isNumber ? 'decimal' : 'text'}
      className={isNumber ? 'text-right tnum' : ''}
    />
  )
}

/** Cells of a line that hold numbers. */
const numbers: readonly string[] = ['quantity', 'weight', 'metres', 'temperature']

/** The error of a line is shown under it, because its cells are narrow. */
function LineFaults({ at, index }: { at: number; index: number }) {
  const { errors } = useFormState<EntryForm>()
  const { getValues, setValue, clearErrors } = useFormContext<EntryForm>()
  const faults = Object.entries(errors.consignments?.[at]?.goods?.[index] ?? {}) as [string, FieldError][]
  return faults.map(([name, { message }]) => {
    const path = `consignments.${at}.goods.${index}.${name}` as `consignments.0.goods.0.weight`
    return (
      <div key={name} className="mt-0.5 text-[12px] text-red">
        <p id={`${fieldId(path)}-fault`}>{message}</p>
        {numbers.includes(name) && (
          <NumberChoices
            text={String(getValues(path))}
            onChoose={(text) => {
              setValue(path, text, { shouldDirty: true })
              clearErrors(path)
            }}
          />
        )}
      </div>
    )
  })
}
