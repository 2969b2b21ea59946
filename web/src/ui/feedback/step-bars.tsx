import { Box, SimpleGrid, Stack, Text } from '@mantine/core';

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
    <SimpleGrid cols={steps.length} spacing="xs" mt="sm" fz="xs" renderRoot={(props) => <ol {...props} />}>
      {steps.map(({ name, text, done }) => (
        <Stack component="li" key={name} gap={0}>
          <Box h={8} mb="xs" bg={done ? 'var(--accent)' : 'var(--neutral-soft)'} />
          <b>{name}</b>
          <Text span c="dimmed">
            {text}
          </Text>
        </Stack>
      ))}
    </SimpleGrid>
  );
}
