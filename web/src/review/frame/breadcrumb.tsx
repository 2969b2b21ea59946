import { Box, Text } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

interface Place {
  readonly text: string;
  /** Whether `text` is a number or an id, which is read character by character. */
  readonly isId?: boolean;
}

interface BreadcrumbProps {
  /** The pages that lead here, the first one first. */
  readonly way: readonly (Place & { readonly to: string })[];
  readonly here: Place;
}

/** The place of a page below the ones of the navigation. */
export function Breadcrumb({ way, here }: BreadcrumbProps) {
  const { t } = useTranslation();
  return (
    <Box component="nav" aria-label={t('compliance.breadcrumb')} fz="sm">
      {way.map(({ to, text, isId }) => (
        <Fragment key={to}>
          <Box component={Link} className="link link-inline" ff={isId ? 'monospace' : 'inherit'} to={to}>
            {text}
          </Box>
          <span aria-hidden="true"> / </span>
        </Fragment>
      ))}
      <Text span aria-current="page" ff={here.isId ? 'monospace' : 'inherit'}>
        {here.text}
      </Text>
    </Box>
  );
}
