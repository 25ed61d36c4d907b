package dev.tern.documents;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;

/** Makes pictures of pictures, all of the type {@code TYPE_INT_RGB}. */
public final class Redrawn {
    private Redrawn() {}

    /**
     * A picture, turned or moved into a part of a new one.
     *
     * @param ground the colour of what nothing is drawn on
     * @param part where in the new picture is drawn
     */
    public static BufferedImage of(
            BufferedImage picture, int width, int height, AffineTransform transform, Color ground, Rectangle part) {
        BufferedImage drawn = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = drawn.createGraphics();
        graphics.setColor(ground);
        graphics.fillRect(0, 0, width, height);
        graphics.clip(part);
        graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        graphics.drawImage(picture, transform, null);
        graphics.dispose();
        return drawn;
    }

    /** A picture in another size, what is transparent white; halved again and again, for otherwise thin lines would be lost. */
    public static BufferedImage scaled(BufferedImage picture, int width, int height) {
        BufferedImage halved = picture;
        while (halved.getWidth() > 2 * width && halved.getHeight() > 2 * height) {
            halved = resized(halved, halved.getWidth() / 2, halved.getHeight() / 2);
        }
        return resized(halved, width, height);
    }

    private static BufferedImage resized(BufferedImage picture, int width, int height) {
        AffineTransform transform = AffineTransform.getScaleInstance(
                (double) width / picture.getWidth(), (double) height / picture.getHeight());
        return of(picture, width, height, transform, Color.WHITE, new Rectangle(width, height));
    }

    /** A picture after quarters of a turn, clockwise. */
    static BufferedImage turned(BufferedImage picture, int quarters) {
        boolean across = quarters % 2 == 1;
        int width = across ? picture.getHeight() : picture.getWidth();
        int height = across ? picture.getWidth() : picture.getHeight();
        AffineTransform transform = AffineTransform.getTranslateInstance(width / 2.0, height / 2.0);
        transform.quadrantRotate(quarters);
        transform.translate(-picture.getWidth() / 2.0, -picture.getHeight() / 2.0);
        return of(picture, width, height, transform, Color.WHITE, new Rectangle(width, height));
    }
}
