import { isOverNight, readWindow, windowText } from '@cartage/contract/reading/time'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type FieldPath, useController, useFormContext } from 'react-hook-form'
import { classNames } from '../../ui/class-names.ts'
import { DayInput, ReadAs } from '../../ui/form/typed-time.tsx'
import { CircleAlert, Lock } from '../../ui/icons.tsx'
import type { EntryForm } from './form-model.ts'

/** Id of a field's element, targeted by its label and by links in the summary. */
export function fieldId(path: string): string {
  return `entry-${path.replaceAll('.', '-')}`
}

/** One member of the form, by its path. */
export function useEntryField<Value>(path: string) {
  const { control } = useFormContext<EntryForm>()
  const { field, fieldState } = useController({ control, name: path as FieldPath<EntryForm> })
  return {
    value: field.value as Value,
    change: (value: Value) => field.onChange(value),
    blur: field.onBlur,
    fault: fieldState.error?.message,
  }
}

/** A label above an input, its error below. */
export function Labelled({
  path,
  label,
  fault,
  isLocked = false,
  className,
  children,
}: {
  path: string
  label: string
  fault?: string | undefined
  isLocked?: boolean
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <div className={classNames('min-w-0', className)}>
      <label htmlFor={fieldId(path)} className="flex h-5 items-center gap-1 text-[12px] font-medium text-ink-2">
        <span className="truncate">{label}</span>
        {isLocked && <Lock size={11} className="text-ink-3" aria-hidden="true" />}
      </label>
      {children}
      {fault !== undefined && (
        <p id={`${fieldId(path)}-fault`} className="mt-0.5 flex items-start gap-1 text-[12px] text-red">
          <CircleAlert size={12} className="mt-[3px] shrink-0" aria-hidden="true" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{fault}</span>
        </p>
      )}
    </div>
  )
}

/** ARIA attributes that link an input to its error. */
export function faultProps(path: string, fault: string | undefined) {
  return {
    id: fieldId(path),
    'aria-invalid': fault !== undefined,
    'aria-describedby': fault === undefined ? undefined : `${fieldId(path)}-fault`,
  }
}

interface TextProps {
  path: string
  label: string
  className?: string | undefined
  placeholder?: string | undefined
  isLocked?: boolean | undefined
  hasHiddenLabel?: boolean
  inputMode?: 'text' | 'decimal'
  onEnter?: () => void
}

/** Single-line text field. */
export function TextField({ path, label, className, isLocked = false, hasHiddenLabel = false, ...props }: TextProps) {
  const { value, change, blur, fault } = useEntryField<string>(path)
  const input = (
    <input
      {...faultProps(path, fault)}
      {...(hasHiddenLabel && { 'aria-label': label })}
      className={classNames('field w-full', hasHiddenLabel && className)}
      value={value}
      placeholder={props.placeholder}
      inputMode={props.inputMode}
      disabled={isLocked}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => change(event.target.value)}
      onBlur={blur}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !props.onEnter) return
        event.preventDefault()
        props.onEnter()
      }}
    />
  )
  if (hasHiddenLabel) return input
  return (
    <Labelled path={path} label={label} fault={fault} isLocked={isLocked} className={className}>
      {input}
    </Labelled>
  )
}

/** Multi-line text field. Enter starts a new line. */
export function LongTextField({ path, label, className, isLocked = false }: TextProps) {
  const { value, change, blur, fault } = useEntryField<string>(path)
  return (
    <Labelled path={path} label={label} fault={fault} isLocked={isLocked} className={className}>
      <textarea
        {...faultProps(path, fault)}
        className="field h-auto w-full resize-y py-1"
        rows={2}
        value={value}
        disabled={isLocked}
        onChange={(event) => change(event.target.value)}
        onBlur={blur}
      />
    </Labelled>
  )
}

/** A day as typed. The parsed day is shown at the end of the field. */
export function DayField({ path, label, isLocked = false, className }: TextProps) {
  const { value, change, blur, fault } = useEntryField<string>(path)
  return (
    <Labelled path={path} label={label} fault={fault} isLocked={isLocked} className={className}>
      <DayInput {...faultProps(path, fault)} value={value} disabled={isLocked} onChange={change} onBlur={blur} />
    </Labelled>
  )
}

/** A time window as typed. It is normalised when the field loses focus. */
export function WindowField({ path, label, isLocked = false, className }: TextProps) {
  const { t } = useLingui()
  const { value, change, blur, fault } = useEntryField<string>(path)
  const window = readWindow(value)
  const meaning = window && windowText(window)
  // Marks a window over midnight, so that swapped times are noticed.
  const isNight = window !== undefined && isOverNight(window)
  return (
    <Labelled path={path} label={label} fault={fault} isLocked={isLocked} className={className}>
      <ReadAs meaning={meaning !== value ? meaning : isNight ? t`next day` : undefined}>
        <input
          {...faultProps(path, fault)}
          className="field w-full tnum"
          value={value}
          placeholder="8-12"
          disabled={isLocked}
          autoComplete="off"
          onChange={(event) => change(event.target.value)}
          onBlur={() => {
            if (meaning !== undefined) change(meaning)
            blur()
          }}
        />
      </ReadAs>
    </Labelled>
  )
}
