import type fc from 'fast-check';

/** The value compared with the model after every step. */
export interface ComparedWith<Model> {
  expectSame(model: Model): Promise<void>;
}

/** One step of a model-based test, with its description for failure reports. */
export class ModelCommand<Model extends object, Run extends ComparedWith<Model>> implements fc.AsyncCommand<
  Model,
  Run
> {
  constructor(
    private readonly words: string,
    private readonly step: (model: Model, run: Run) => Promise<void>,
    private readonly isPossible: (model: Model) => boolean = () => true,
  ) {}

  check(model: Readonly<Model>): boolean {
    return this.isPossible(model);
  }

  async run(model: Model, run: Run): Promise<void> {
    await this.step(model, run);
    await run.expectSame(model);
  }

  toString(): string {
    return this.words;
  }
}
