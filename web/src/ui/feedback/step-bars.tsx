import { Text } from '@mantine/core';
import './timeline.css';

interface StepBarsProps {
  readonly steps: readonly {
    readonly name: string;
    /** When it was reached, or what is expected of it. */
    readonly text: string;
    readonly done: boolean;
  }[];
}

/** A few steps side by side, the reached ones filled. */
export function StepBars({ steps }: StepBarsProps) {
  return (
    <ol className="step-bars">
      {steps.map(({ name, text, done }) => (
        <li key={name} data-done={done || undefined}>
          <b>{name}</b>
          <Text span c="dimmed">
            {text}
          </Text>
        </li>
      ))}
    </ol>
  );
}
