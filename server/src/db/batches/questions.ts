interface PendingQuestion<Question, Answer> {
  question: Question
  answer: ((answer: Answer | undefined) => void)[]
  fail: ((error: unknown) => void)[]
}

/**
 * Group commit for questions: those that arrive while others are on their way share the next statement. A question is
 * never answered by a statement that was sent before it was asked.
 * @param ask answers questions by their place, counted from 1
 * @param mostInFlight statements at a time
 * @returns asks one question; equal keys are one question. Undefined where there is no answer; throws what `ask` throws
 */
export function inBatches<Question, Answer>(
  ask: (questions: Question[]) => Promise<ReadonlyMap<number, Answer>>,
  mostInFlight = 1,
): (key: string, question: Question) => Promise<Answer | undefined> {
  let waiting = new Map<string, PendingQuestion<Question, Answer>>()
  let inFlight = 0

  async function lookUpAll(): Promise<void> {
    const requested = [...waiting.values()]
    waiting = new Map()
    inFlight += 1
    try {
      const answers = await ask(requested.map(({ question }) => question))
      requested.forEach((one, index) => {
        for (const answer of one.answer) answer(answers.get(index + 1))
      })
    } catch (error) {
      for (const fail of requested.flatMap((one) => one.fail)) fail(error)
    } finally {
      inFlight -= 1
      if (waiting.size > 0) void lookUpAll()
    }
  }

  return (key, question) =>
    new Promise<Answer | undefined>((answer, fail) => {
      const one = waiting.get(key) ?? { question, answer: [], fail: [] }
      one.answer.push(answer)
      one.fail.push(fail)
      waiting.set(key, one)
      if (inFlight < mostInFlight) void lookUpAll()
    })
}
