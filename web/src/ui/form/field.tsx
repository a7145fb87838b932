import { type ReactNode, useId } from 'react'
import { CircleAlert } from '../icons.tsx'

/** Props that link an input to its label and error. */
interface InputProps {
  id: string
  className: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

interface FieldProps {
  label: string
  fault: string | undefined
  /** At the end of the label's line, but after the input in tab order. */
  side?: ReactNode
  children: (input: InputProps) => ReactNode
}

/** A labelled input with its error. */
export function Field({ label, fault, side, children }: FieldProps) {
  const id = useId()
  const faultId = `${id}-fault`
  const isFaulty = fault !== undefined
  return (
    <div className="relative">
      <label htmlFor={id} className="flex h-6 items-center text-[12px] font-medium text-ink-2">
        {label}
      </label>
      {children({
        id,
        className: 'field h-8 w-full',
        'aria-invalid': isFaulty,
        'aria-describedby': isFaulty ? faultId : undefined,
      })}
      {side !== undefined && <div className="absolute top-0 right-0 flex h-6 items-center">{side}</div>}
      {isFaulty && (
        <p id={faultId} className="mt-1 flex items-center gap-1 text-[12px] text-red">
          <CircleAlert size={12} aria-hidden="true" />
          {fault}
        </p>
      )}
    </div>
  )
}
