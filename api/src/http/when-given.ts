import { ValidateIf } from 'class-validator';

/** The field may be left out; null is not the same and is checked like any other value. */
export const WhenGiven = (): PropertyDecorator => ValidateIf((_, value: unknown) => value !== undefined);
