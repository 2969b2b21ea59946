import './landing.css';
import type { ReactNode } from 'react';
import { Flex, SimpleGrid, Stack, ThemeIcon } from '@mantine/core';
import { Icon, type IconName } from '../../ui/parts/icon';

/** Facts in two columns, on a phone in one. */
export function Facts({ mt, children }: { readonly mt: 'xs' | 'lg'; readonly children: ReactNode }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={48} verticalSpacing={0} mt={mt}>
      {children}
    </SimpleGrid>
  );
}

interface FactProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children: ReactNode;
}

/** One fact: icon, name and value. */
export function Fact({ icon, title, children }: FactProps) {
  return (
    <Flex className="fact line-above" gap="md" py="lg">
      <ThemeIcon>
        <Icon name={icon} />
      </ThemeIcon>
      <Stack gap={4}>
        <h3>{title}</h3>
        <Stack gap={4} c="dimmed" fz={{ base: 'sm', sm: 'md' }}>
          {children}
        </Stack>
      </Stack>
    </Flex>
  );
}
