import { z } from 'zod'
import {
  PurchaseCreditNote,
  PurchaseInvoice,
  SalesCreditNoteOutput,
  SalesInvoiceOutput,
} from '../billing/document-output.ts'
import { Document } from '../documents/endpoints.ts'
import { optionalText, UtcInstant, UuidOut } from '../scalars.ts'

/** Task types for programs. */
export const taskTypes = [
  'POST_INVOICE',
  'POST_INVOICE_PURCHASE',
  'POST_CREDIT_NOTE',
  'POST_CREDIT_NOTE_PURCHASE',
  'PAID_INVOICE',
  'PAID_INVOICE_PURCHASE',
  'REFUNDED_CREDIT_NOTE',
  'REFUNDED_CREDIT_NOTE_PURCHASE',
  'DISPATCH',
] as const
export const TaskType = z.enum(taskTypes).meta({ id: 'TaskType' })
export type TaskType = z.output<typeof TaskType>

/** Task statuses. */
export const taskStatuses = ['TODO', 'COMPLETED', 'FAILED', 'WAITING'] as const
export const TaskStatus = z.enum(taskStatuses).meta({ id: 'TaskStatus' })
export type TaskStatus = z.output<typeof TaskStatus>

/** Task in the list. */
export const AvailableTask = z
  .object({
    id: UuidOut.describe('Id of the task.'),
    invoice_id: UuidOut.nullish().describe('Id of the invoice or credit note.'),
    task_type: TaskType.describe('What has to be done.'),
    status: TaskStatus.describe('TODO in this list.'),
    lease_token: UuidOut.optional().describe('With lease_seconds: names the lease, to release it.'),
    lease_until: UtcInstant.optional().describe('With lease_seconds: until when no other client gets the task.'),
  })
  .meta({ id: 'AvailableTask' })
export type AvailableTask = z.output<typeof AvailableTask>

/** Available tasks. */
export const AvailableTasks = z
  .object({ tasks: z.array(AvailableTask).describe('Tasks to do, the oldest first.') })
  .meta({ id: 'AvailableTasks' })
export type AvailableTasks = z.output<typeof AvailableTasks>

/** Result of a task in an external program. */
export const ExternalExecutionMetadata = z
  .object({
    completed: z
      .boolean()
      .optional()
      .describe('Whether a program or a person reported it as completed.')
      .meta({ default: false }),
  })
  .meta({ id: 'ExternalExecutionMetadata' })

/** Details of how a task was processed. */
export const TaskInstanceExecutionMetadata = z
  .object({ external_execution: ExternalExecutionMetadata.nullish().describe('What was done outside.') })
  .meta({ id: 'TaskInstanceExecutionMetadata' })

/** Kinds of document. */
export const subjectTypes = ['SALES_INVOICE', 'SALES_CREDIT_NOTE', 'PURCHASE_INVOICE', 'PURCHASE_CREDIT_NOTE'] as const
export const SubjectType = z.enum(subjectTypes).meta({ id: 'SubjectType' })

/** The document of a task. */
export const TaskPayload = z
  .object({
    subject_id: UuidOut.describe('Id of the document.'),
    subject_type: SubjectType.describe('Kind of document, which says the shape of instance.'),
    documents: z.array(Document).optional().describe('Files of the document.'),
    instance: z
      .union([SalesInvoiceOutput, PurchaseInvoice, SalesCreditNoteOutput, PurchaseCreditNote])
      .describe('The document; its customer or supplier is the company as it is now.'),
  })
  .meta({ id: 'TaskPayload' })
export type TaskPayload = z.output<typeof TaskPayload>

/** A task with its document. */
export const TaskDetail = z
  .object({
    id: UuidOut.describe('Id of the task.'),
    status: TaskStatus.describe('How far it is.'),
    task_type: TaskType.describe('What has to be done.'),
    execution_metadata: TaskInstanceExecutionMetadata.nullish().describe('How it was done.'),
    payload: TaskPayload.nullish().describe('The document.'),
    invoice_id: UuidOut.nullish().describe('Id of the invoice or credit note.'),
  })
  .meta({ id: 'TaskDetail' })
export type TaskDetail = z.output<typeof TaskDetail>

/** Failure types, by who has to act. */
export const taskErrorTypes = ['USER_INPUT_ERROR', 'INTERNAL_ERROR', 'NOT_SUPPORTED'] as const

/** Why a task failed. */
export const TaskFailureStatus = z
  .object({
    error_type: z
      .enum(taskErrorTypes)
      .meta({ id: 'ErrorType' })
      .describe('USER_INPUT_ERROR: a person has to correct data. NOT_SUPPORTED: the program cannot do it.'),
    error_message: optionalText('What is wrong; shown to the people who can correct it.'),
  })
  .meta({ id: 'TaskFailureStatus' })
export type TaskFailureStatus = z.output<typeof TaskFailureStatus>

/** Result of a task, reported by a program. */
export const TaskUpdateInput = z
  .object({
    status: z.enum(['COMPLETED', 'FAILED']).meta({ id: 'TaskStatusInput' }).describe('The result.'),
    failure: TaskFailureStatus.nullish().describe('Why it failed; with FAILED.'),
  })
  .meta({ id: 'TaskUpdateInput' })
export type TaskUpdateInput = z.output<typeof TaskUpdateInput>

/** A task after a report. */
export const TaskUpdate = z
  .object({ status: TaskStatus.describe('The status of the task.') })
  .meta({ id: 'TaskUpdate' })
