import { Flex } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import type { ComponentProps, ReactNode } from 'react';
import { Icon } from '../parts/icon';

interface FieldTexts {
  readonly error?: ReactNode;
  /** Id of the element that shows the error when it is elsewhere, such as below two fields. */
  readonly errorId?: string | undefined;
}

/** Ties an error to a Mantine control: its text with an icon, or the id of the element that shows it. */
export function errorProps({ error, errorId }: FieldTexts) {
  if (!error) return {};
  if (errorId !== undefined) {
    return { error: true, attributes: { input: { 'aria-describedby': errorId } } };
  }
  return { error: <ErrorText>{error}</ErrorText> };
}

/** An error with an icon: never by color alone. */
export function FieldError({ children, ...rest }: ComponentProps<'p'>) {
  return (
    <p className="field-error" {...rest}>
      <ErrorText>{children}</ErrorText>
    </p>
  );
}

function ErrorText({ children }: { readonly children: ReactNode }) {
  return (
    <Flex component="span" className="error-text" gap="xs" c="var(--danger)">
      <Icon name="alert" size={16} />
      <span>{children}</span>
    </Flex>
  );
}
