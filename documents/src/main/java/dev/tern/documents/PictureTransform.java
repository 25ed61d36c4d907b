package dev.tern.documents;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;

/** Transforms pictures into new ones of the type {@code TYPE_INT_RGB}. */
public final class PictureTransform {
    private PictureTransform() {}

    /**
     * Returns a new picture with a transformed picture in a part of it.
     *
     * @param ground the background colour
     * @param part the area of the new picture to draw in
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

    /** Returns a picture in another size, on white; it is halved repeatedly to keep thin lines. */
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

    /** Returns a picture after clockwise quarter turns. */
    static BufferedImage rotate(BufferedImage picture, int quarters) {
        boolean across = quarters % 2 == 1;
        int width = across ? picture.getHeight() : picture.getWidth();
        int height = across ? picture.getWidth() : picture.getHeight();
        AffineTransform transform = AffineTransform.getTranslateInstance(width / 2.0, height / 2.0);
        transform.quadrantRotate(quarters);
        transform.translate(-picture.getWidth() / 2.0, -picture.getHeight() / 2.0);
        return of(picture, width, height, transform, Color.WHITE, new Rectangle(width, height));
    }
}
