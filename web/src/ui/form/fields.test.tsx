import { act } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, vi } from 'vitest'
import { faultOf, fireEvent, screen, test } from '../../testing/page.tsx'
import { Button } from '../button.tsx'
import { Choices } from './ambiguous-number.tsx'
import { Checkbox, CheckField, Switch } from './checkbox.tsx'
import { Field } from './field.tsx'
import { FileDrop } from './file-drop.tsx'
import { Form } from './form.tsx'
import { NumberChoices } from './number-reading.tsx'
import { Select } from './select.tsx'
import { submitByKey } from './submit-keys.ts'
import { TextField } from './text-field.tsx'

describe('a field', () => {
  test('is found by its label, and shows its error', async ({ page }) => {
    await page.show(
      <>
        <Field label="Plate" fault="Enter a plate.">
          {(input) => <input {...input} />}
        </Field>
        <Field label="Name" fault={undefined}>
          {(input) => <input {...input} />}
        </Field>
      </>,
    )
    expect(faultOf(screen.getByRole('textbox', { name: 'Plate' }))).toBe('Enter a plate.')
    expect(faultOf(screen.getByRole('textbox', { name: 'Name' }))).toBeUndefined()
  })

  test('of a text reports what is typed, shows its error, and has the properties of its input', async ({ page }) => {
    function Plate() {
      const [plate, setPlate] = useState('1-')
      const fault = plate.length < 4 ? 'Too short.' : undefined
      return <TextField label="Plate" fault={fault} maxLength={4} value={plate} onChange={setPlate} />
    }
    await page.show(<Plate />)
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Plate' })
    expect(faultOf(input)).toBe('Too short.')
    await page.user.type(input, 'ABC')
    expect(input.value).toBe('1-AB')
    expect(faultOf(input)).toBeUndefined()
  })
})

describe('a form', () => {
  const footer = (
    <Button type="submit" variant="brand">
      Save
    </Button>
  )

  test('is submitted by its button and by Enter, and shows the rejection with the request ID', async ({ page }) => {
    const onSubmit = vi.fn<() => void>()
    const failure = { title: 'Request rejected', message: 'The plate is taken.', requestId: 'request-7' }
    await page.show(
      <Form label="Truck" failure={failure} onSubmit={onSubmit} footer={footer}>
        <input aria-label="Plate" />
      </Form>,
    )
    await page.user.click(screen.getByRole('button', { name: 'Save' }))
    await page.user.type(screen.getByRole('textbox'), '1-ABC{Enter}')
    expect(onSubmit).toHaveBeenCalledTimes(2)
    expect(screen.getByRole('alert').textContent).toContain('The plate is taken.')
    expect(screen.getByRole('alert').textContent).toContain('request-7')
  })

  test('is submitted from any field by Control and Enter, once while the key is held, and not while it is busy', async ({
    page,
  }) => {
    const onSubmit = vi.fn<(event: unknown) => void>()
    const form = (isBusy: boolean) => (
      <form
        onKeyDownCapture={submitByKey}
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit(event)
        }}
      >
        <textarea aria-label="Remark" />
        <Button type="submit" isBusy={isBusy}>
          Save
        </Button>
      </form>
    )
    const { unmount } = await page.show(form(false))
    const remark = screen.getByRole('textbox')
    fireEvent.keyDown(remark, { key: 'Enter', ctrlKey: true })
    fireEvent.keyDown(remark, { key: 'Enter', ctrlKey: true, repeat: true })
    fireEvent.keyDown(remark, { key: 'Enter' })
    expect(onSubmit).toHaveBeenCalledOnce()
    unmount()
    await page.show(form(true))
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter', metaKey: true })
    expect(onSubmit).toHaveBeenCalledOnce()
  })
})

describe('a button that needs data still being loaded', () => {
  const keys = { 'a click': '', 'Control and Enter': '{Control>}{Enter}{/Control}', Enter: '{Enter}' }
  let become = (_state: 'loaded' | 'empty') => {}
  function Late({ onSubmit }: { onSubmit: () => void }) {
    const [state, setState] = useState<'loading' | 'loaded' | 'empty'>('loading')
    become = (next) => act(() => setState(next))
    const footer = (
      <Button type="submit" isLoading={state === 'loading'} disabled={state !== 'loaded'}>
        Plan
      </Button>
    )
    return (
      <Form label="Orders" onSubmit={onSubmit} footer={footer}>
        <input aria-label="Day" />
      </Form>
    )
  }
  const button = () => screen.getByRole<HTMLButtonElement>('button')

  test.for(Object.entries(keys))('does its work once they are loaded after %s', async ([, pressed], { page }) => {
    const onSubmit = vi.fn<() => void>()
    await page.show(<Late onSubmit={onSubmit} />)
    if (pressed === '') await page.user.dblClick(button())
    else await page.user.type(screen.getByRole('textbox'), pressed)
    expect(button().getAttribute('aria-busy')).toBe('true')
    expect(onSubmit).not.toHaveBeenCalled()
    become('loaded')
    expect(onSubmit).toHaveBeenCalledOnce()
    expect(button().getAttribute('aria-busy')).toBeNull()
  })

  test('does nothing when there is nothing to work on', async ({ page }) => {
    const onSubmit = vi.fn<() => void>()
    await page.show(<Late onSubmit={onSubmit} />)
    await page.user.click(button())
    become('empty')
    expect(button().disabled).toBe(true)
    expect(button().getAttribute('aria-busy')).toBeNull()
    expect(onSubmit).not.toHaveBeenCalled()
  })
})

describe('a choice of a short list', () => {
  const choices = [
    { value: 'a', label: 'Axle' },
    { value: 'b', label: 'Brake' },
  ]

  test('shows the label of the choice, or a prompt, and passes on the code', async ({ page }) => {
    const onChange = vi.fn<(value: string) => void>()
    await page.show(
      <>
        <Select label="Part" choices={choices} value="a" onChange={onChange} />
        <Select label="Other" choices={choices} value={null} placeholder="Choose…" onChange={onChange} />
      </>,
    )
    expect(screen.getByRole('combobox', { name: 'Part' }).textContent).toContain('Axle')
    expect(screen.getByRole('combobox', { name: 'Other' }).textContent).toContain('Choose…')
    await page.user.click(screen.getByRole('combobox', { name: 'Part' }))
    await page.user.click(await screen.findByRole('option', { name: 'Brake' }))
    expect(onChange.mock.calls.map(([value]) => value)).toEqual(['b'])
  })

  test('is not opened while it is disabled', async ({ page }) => {
    await page.show(<Select label="Part" choices={choices} value="a" onChange={() => {}} disabled />)
    await page.user.click(screen.getByRole('combobox'))
    expect(screen.queryByRole('option')).toBeNull()
  })
})

describe('ticks and switches', () => {
  test('have a name, are turned by pointer and by the space key, and show their state', async ({ page }) => {
    const changes: [string, boolean][] = []
    const note = (name: string) => (isOn: boolean) => void changes.push([name, isOn])
    await page.show(
      <>
        <Checkbox label="Row 1" isOn={false} onChange={note('row')} />
        <Checkbox label="All rows" isOn={false} isPart onChange={note('all')} />
        <CheckField isOn onChange={note('field')}>
          Show archived
        </CheckField>
        <Switch label="Live" isOn={false} onChange={note('switch')} />
      </>,
    )
    await page.user.click(screen.getByRole('checkbox', { name: 'Row 1' }))
    screen.getByRole('checkbox', { name: 'All rows' }).focus()
    await page.user.keyboard(' ')
    await page.user.click(screen.getByText('Show archived'))
    await page.user.click(screen.getByRole('switch', { name: 'Live' }))
    expect(changes).toEqual([
      ['row', true],
      ['all', true],
      ['field', false],
      ['switch', true],
    ])
    expect(screen.getByRole('checkbox', { name: 'All rows' }).getAttribute('aria-checked')).toBe('mixed')
  })

  test('do nothing while they are disabled', async ({ page }) => {
    const onChange = vi.fn<(isOn: boolean) => void>()
    await page.show(
      <>
        <Checkbox label="Row" isOn={false} onChange={onChange} disabled />
        <Switch label="Live" isOn={false} onChange={onChange} disabled />
      </>,
    )
    await page.user.click(screen.getByRole('checkbox'))
    await page.user.click(screen.getByRole('switch'))
    expect(onChange).not.toHaveBeenCalled()
  })
})

describe('a place for files', () => {
  const file = new File(['one'], 'cmr.pdf', { type: 'application/pdf' })
  const names = (files: readonly File[] | undefined) => files?.map(({ name }) => name)

  test('accepts dropped and chosen files', async ({ page }) => {
    const onFiles = vi.fn<(files: File[]) => void>()
    const { container } = await page.show(<FileDrop onFiles={onFiles} isBusy={false} hint="Drop files here" />)
    fireEvent.drop(screen.getByText('Drop files here'), { dataTransfer: { files: [file] } })
    await page.user.upload(container.querySelector<HTMLInputElement>('input[type=file]')!, file)
    expect(onFiles.mock.calls.map(([files]) => names(files))).toEqual([['cmr.pdf'], ['cmr.pdf']])
  })

  test('accepts none while it is busy, and none from a drop without files', async ({ page }) => {
    const onFiles = vi.fn<(files: File[]) => void>()
    await page.show(<FileDrop onFiles={onFiles} isBusy hint="Uploading…" />)
    fireEvent.drop(screen.getByText('Uploading…'), { dataTransfer: { files: [file] } })
    fireEvent.drop(screen.getByText('Uploading…'), { dataTransfer: { files: [] } })
    expect(onFiles).not.toHaveBeenCalled()
    expect(screen.getByRole('button', { name: 'Choose files' })).toHaveProperty('disabled', true)
  })
})

describe('an ambiguous number', () => {
  function Weight() {
    const [text, setText] = useState('4.500')
    return (
      <>
        <output>{text}</output>
        <NumberChoices text={text} onChoose={setText} />
      </>
    )
  }

  test('is offered in both readings; after one is chosen it is unambiguous', async ({ page }) => {
    await page.show(<Weight />)
    const [first] = screen.getAllByRole('button')
    expect(screen.getAllByRole('button')).toHaveLength(2)
    await page.user.click(first!)
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByRole('status').textContent).not.toBe('4.500')
  })

  test('keeps the cursor in its field when a reading is pressed', async ({ page }) => {
    await page.show(
      <>
        <input aria-label="Weight" />
        <Choices choices={['4500', '4,5']} onChoose={() => {}} />
      </>,
    )
    const field = screen.getByRole('textbox')
    field.focus()
    await page.user.click(screen.getByRole('button', { name: '4500' }))
    expect(document.activeElement).toBe(field)
  })
})
